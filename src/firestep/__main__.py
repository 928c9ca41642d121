from firestep.cli import main

raise SystemExit(main())

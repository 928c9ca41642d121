from firestep.server.serve import main

if __name__ == "__main__":
    raise SystemExit(main())

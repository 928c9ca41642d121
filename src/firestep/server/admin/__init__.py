"""Commands and pages for administrators, and `firestep serve`."""

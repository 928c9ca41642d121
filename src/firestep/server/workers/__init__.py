"""Worker processes and threads, and the jobs that run in them."""

"""HTTP and WebSocket routes, limits and the files of the page."""

// A worker that says what it hears: the least that any worker costs.
self.onmessage = (event) => self.postMessage(event.data);

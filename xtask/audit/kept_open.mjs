// The site through a server that keeps connections open, as hosts do; the one of the tests closes each.
import http from "node:http";

export async function keptOpen(site) {
  const server = http.createServer((request, response) => {
    const asked = http.request(site + request.url, { method: request.method, headers: request.headers }, (answer) => {
      const { connection, ...headers } = answer.headers;
      response.writeHead(answer.statusCode, headers);
      answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

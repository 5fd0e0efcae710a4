import { createServer } from 'node:http';
import { answer } from './router.js';
import { emptyShelf } from './shelf.js';

const shelf = emptyShelf();
const port = Number(process.env.PORT ?? 3000);

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  let text = '';
  for await (const chunk of request) text += chunk;
  const input = { ...Object.fromEntries(url.searchParams), ...(text ? JSON.parse(text) : {}) };
  const { status, body } = answer(shelf, request.method, url.pathname, input);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(port, () => console.log(`shelf is at http://localhost:${port}`));

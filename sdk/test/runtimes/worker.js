import { rehearse } from './rehearse.js';

export default {
  async fetch(request) {
    try {
      return Response.json(await rehearse(await request.json()));
    } catch (error) {
      return new Response(`${error.stack}\n${error.cause}`, { status: 500 });
    }
  },
};

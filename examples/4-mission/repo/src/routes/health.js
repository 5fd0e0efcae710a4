export default { method: 'GET', path: '/health', answer: () => ({ status: 200, body: { ok: true } }) };

/** Where models answer, and where their logins are renewed: what a box with a closed network lets through when nothing else is said. */
export const modelHosts: readonly string[] = [
  ...['https://api.anthropic.com', 'https://console.anthropic.com', 'https://platform.claude.com'],
  ...['https://api.openai.com', 'https://chatgpt.com', 'https://auth.openai.com'],
  ...[
    'https://generativelanguage.googleapis.com',
    'https://cloudcode-pa.googleapis.com',
    'https://oauth2.googleapis.com',
  ],
];

/** Variables that name an endpoint in place of the provider's own. */
export const endpointNames: readonly string[] = ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL'];

// oidc-provider with its own pages for signing in, and two clients.
//
//   node provider.mjs PORT METHOD CLIENT SECRET PUBLIC_CLIENT REDIRECT_URI
//
// CLIENT proves itself by METHOD and gets ID tokens by RS256; PUBLIC_CLIENT has no secret and gets
// them by ES256. Whoever signs in has the e-mail NAME@example.com, which is verified unless the
// name begins with "new". E-mails are told by the user info endpoint only.

import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';

const [port, method, client, secret, publicClient, redirectUri] = process.argv.slice(2);

const key = (kind, options, kid, alg) => {
  const { privateKey } = generateKeyPairSync(kind, options);
  return { ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
};

const common = { redirect_uris: [redirectUri], grant_types: ['authorization_code'], response_types: ['code'] };
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    { ...common, client_id: client, client_secret: secret, token_endpoint_auth_method: method },
    {
      ...common,
      client_id: publicClient,
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  clientAuthMethods: [method, 'none'],
  enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
  jwks: {
    keys: [
      key('rsa', { modulusLength: 2048 }, 'by-rsa', 'RS256'),
      key('ec', { namedCurve: 'P-256' }, 'by-ec', 'ES256'),
    ],
  },
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  cookies: { keys: ['of these tests alone'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: !id.startsWith('new') }),
  }),
});
provider.listen(Number(port), '127.0.0.1');

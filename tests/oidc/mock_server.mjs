// oauth2-mock-server, told over a second port what its tokens are to say.
//
//   node mock_server.mjs PORT CONTROL_PORT
//
// GET  /  → { issuer }
// POST /  { claims } lays claims over those of all tokens from now on; null takes one away
// POST /  { algorithm } begins anew with a key of that algorithm, and no other
// POST /  { unsigned: true } sends ID tokens that nobody signed from now on

import { createServer } from 'node:http';
import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';

const [port, controlPort] = process.argv.slice(2).map(Number);
const url = `http://localhost:${port}`;
let service;
let told = {};

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

function overlay(claims) {
  for (const [name, value] of Object.entries(told.claims ?? {})) {
    if (value === null) delete claims[name];
    else claims[name] = value;
  }
}

async function begin(algorithm) {
  const issuer = new OAuth2Issuer();
  issuer.url = url;
  const { kid } = await issuer.keys.generate(algorithm);
  service = new OAuth2Service(issuer);
  service.on('beforeTokenSigning', (token) => overlay(token.payload));
  service.on('beforeResponse', (response) => {
    if (!told.unsigned) return;
    const [, claims] = response.body.id_token.split('.');
    response.body.id_token = `${part({ alg: 'none', kid })}.${claims}.`;
  });
}

async function obey(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  told = JSON.parse(Buffer.concat(chunks));
  if (told.algorithm) await begin(told.algorithm);
}

await begin('RS256');
createServer((request, response) => service.requestHandler(request, response)).listen(port, '127.0.0.1', () => {
  createServer(async (request, response) => {
    if (request.method === 'POST') await obey(request);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer: url }));
  }).listen(controlPort, '127.0.0.1');
});

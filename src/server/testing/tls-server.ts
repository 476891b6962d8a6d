import dns, { type LookupAddress } from 'node:dns';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, BlockList } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** Of nobody: only these tests use it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRTcgpnuxAwAHis/R
2xm4Q88EMiGOjjpSlOMt73ROmhChRANCAATOotKbRl73x+48wv+CPUq6cjR8eAyL
YuIHkzPdyDyjWioYc05y1JMdaoQ0NYQ6B55AiEVk+2/stQdeeTnDHJaY
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUBQ2pyNdDErH4/QUwkls36SGfvxswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJc2hvcC50ZXN0MCAXDTI2MTEyNjA1MDIyN1oYDzIxMjYxMTAy
MDUwMjI3WjAUMRIwEAYDVQQDDAlzaG9wLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATOotKbRl73x+48wv+CPUq6cjR8eAyLYuIHkzPdyDyjWioYc05y1JMd
aoQ0NYQ6B55AiEVk+2/stQdeeTnDHJaYo2kwZzAdBgNVHQ4EFgQU6Ei+hVUVmMGZ
KkZw7a5wsmMQ8OUwHwYDVR0jBBgwFoAU6Ei+hVUVmMGZKkZw7a5wsmMQ8OUwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglzaG9wLnRlc3QwCgYIKoZIzj0EAwID
SQAwRgIhAJ2CWxk036YFjWJXoh7ZdKw05cERep4D80PsWL912wH2AiEA1+iMQoCg
72eiOuAejsb6TiJyvkgm0ckuD+yJjV9O/Yc=
-----END CERTIFICATE-----`;

/** Resolves each look-up of a name to the next of these; the last one stays. */
export const resolveTo = (...answers: string[][]) =>
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, callback: Answer) => {
    const addresses = answers.length > 1 ? answers.shift()! : answers[0]!;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof dns.lookup);

type Answer = (error: null, found: LookupAddress[]) => void;

/** Lets an address of this machine stand for one that everybody reaches. */
export const treatAsPublic = (address: string): void => {
  const check = BlockList.prototype.check;
  vi.spyOn(BlockList.prototype, 'check').mockImplementation(function (this: BlockList, ip, family) {
    return ip !== address && check.call(this, ip as string, family as 'ipv4');
  });
};

/** Starts an https server for shop.test. */
export const startTlsServer = async (listener: RequestListener) => {
  const requests: (string | undefined)[] = [];
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    requests.push(request.url);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `https://shop.test:${(server.address() as AddressInfo).port}`, requests };
};

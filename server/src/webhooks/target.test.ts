import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { readConfig } from '../config.ts';
import { ApiError } from '../errors.ts';
import { isAllowedAddress } from './address.ts';
import { checkUrl, policyOf } from './target.ts';

const livePolicy = policyOf('live', readConfig({ PONTE_BASE_URL: 'https://ponte.example.com' }));
const deskPolicy = policyOf(
  'test',
  readConfig({ PORT: '3000', PONTE_RESERVED_PORTS: '5432, 3001' }),
);

function refusalOf(url: string, policy = livePolicy): string {
  try {
    checkUrl(url, policy);
  } catch (error) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'invalid_url');
    assert.ok(error.text.pt.length > 20 && error.text.en.length > 20);
    return error.text.en;
  }
  return '';
}

/** Hosts by class; a policy that allows private targets judges each class differently. */
const PRIVATE_HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '①②⑦.0.0.1',
  '10.0.0.1',
  '0xa.0x0.0x0.0x1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.257',
  '100.64.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:10.0.0.1]',
  '[::FFFF:192.168.1.1]',
  '[fc00::1]',
  '[fd12:3456:789a::1]',
];

const NEVER_HOSTS = [
  '0.0.0.0',
  '0',
  '0x0',
  '0.1.2.3',
  '169.254.169.254',
  '169.254.1.1',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '4294967295',
  '[::]',
  '[::7f00:1]',
  '[::127.0.0.1]',
  '[::a9fe:a9fe]',
  '[::ffff:0:127.0.0.1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[5f00::1]',
  '[4000::1]',
  '[e000::1]',
];

const PUBLIC_HOSTS = [
  '8.8.8.8',
  '1.1.1.1',
  '134744072',
  '172.32.0.1',
  '172.15.255.255',
  '100.128.0.1',
  '[2001:4860:4860::8888]',
  '[2606:4700:4700::1111]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::8.8.8.8]',
  'example.com',
  'example.com.',
  'xn--bcher-kva.example',
  'bücher.example',
];

describe('in live mode', () => {
  for (const host of [...PRIVATE_HOSTS, ...NEVER_HOSTS]) {
    test(`https://${host}/ is refused as a forbidden address`, () => {
      assert.match(refusalOf(`https://${host}/`), /forbidden address/);
      assert.match(refusalOf(`https://${host}:8443/`), /forbidden address/);
    });
  }
  for (const host of PUBLIC_HOSTS) {
    test(`https://${host}/ is accepted`, () => {
      assert.equal(refusalOf(`https://${host}/hook?x=1`), '');
    });
  }
});

describe('with a test key, on an installation reachable only from its own machine', () => {
  for (const host of PRIVATE_HOSTS) {
    test(`http://${host}/ is accepted`, () =>
      assert.equal(refusalOf(`http://${host}/`, deskPolicy), ''));
  }
  for (const host of NEVER_HOSTS) {
    test(`http://${host}/ is refused as well`, () => {
      assert.match(refusalOf(`http://${host}/`, deskPolicy), /forbidden address/);
    });
  }
});

test('a text that is not an absolute web URL is refused, with the reason', () => {
  const texts = [
    '',
    '/hook',
    '//example.com/hook',
    'example.com',
    'example.com/hook',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https://',
    'https:///',
    'https://exa mple.com/',
    ' https://example.com/',
    'https://example.com/ ',
    'https://example.com/\n',
    'https://exam\tple.com/',
    'https://example.com/\u0000',
    'https://example.com:99999/',
    'https://example.com:0/',
    'https://1.1.1.1:00/',
    'https://999.999.999.999/',
    'https://[::1/',
    'https://[fe80::1%25lo]/',
    'https://[v1.x]/',
    'https://exa%20mple.com/',
    'https://example%00.com/',
  ];
  for (const text of texts) assert.match(refusalOf(text, deskPolicy), /absolute address/, text);
});

test('a URL of another scheme is told which schemes are accepted', () => {
  const named = 'ftp://a.example file:///a javascript:a data:text/plain,a ws://a.example unix:/a';
  for (const text of [...named.split(' '), 'localhost:3000/hook']) {
    assert.match(refusalOf(text), /must begin with https:\/\/.*http:\/\//, text);
    assert.equal(refusalOf(text, deskPolicy), refusalOf(text), text);
  }
});

test('live mode requires https and test mode does not', () => {
  assert.match(refusalOf('http://example.com/'), /https/);
  assert.equal(refusalOf('HTTPS://EXAMPLE.COM/'), '');
  assert.equal(refusalOf('http://example.com/', deskPolicy), '');
});

test('credentials in the URL are refused', () => {
  for (const text of [
    'https://a@example.com/',
    'https://a:b@example.com/',
    'https://:b@8.8.8.8/',
    'https://@1.1.1.1/',
    'HTTPS://:@1.1.1.1?a',
  ]) {
    assert.match(refusalOf(text), /user or password/, text);
  }
  assert.equal(refusalOf('https://example.com/@a?b@c#d@e'), '');
});

test('a URL or host that is too long is refused', () => {
  assert.match(refusalOf(`https://example.com/${'x'.repeat(2_048)}`), /over 2048/);
  assert.match(refusalOf(`https://${'a.'.repeat(130)}com/`), /over 253/);
});

test('reserved ports are refused on every address of this machine, and only there', () => {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  const loopback = ['127.0.0.1', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]'];
  for (const host of own ? [...loopback, own] : loopback) {
    for (const port of [3000, 3001, 5432]) {
      assert.match(refusalOf(`http://${host}:${String(port)}/`, deskPolicy), /forbidden/, host);
    }
  }
  for (const host of loopback)
    assert.equal(refusalOf(`http://${host}:4000/`, deskPolicy), '', host);
  assert.equal(refusalOf('http://10.99.99.99:3000/', deskPolicy), '');
});

test('private targets are allowed by the setting, or by default in test mode on a loopback URL', () => {
  const allowPrivate = (mode: 'test' | 'live', env: Record<string, string>) =>
    policyOf(mode, readConfig(env)).allowPrivate;
  assert.equal(allowPrivate('test', { PONTE_HOST: '0.0.0.0' }), false, 'not loopback');
  for (const base of [
    'http://127.0.0.1:3000',
    'http://localhost',
    'http://[::1]:80',
    'http://127.1',
  ]) {
    assert.equal(allowPrivate('test', { PONTE_BASE_URL: base }), true, base);
    assert.equal(allowPrivate('live', { PONTE_BASE_URL: base }), false, base);
  }
  for (const base of ['https://ponte.example', 'http://10.0.0.1', 'http://127.0.0.1.example.com']) {
    assert.equal(allowPrivate('test', { PONTE_BASE_URL: base }), false, base);
  }
  const said = { PONTE_BASE_URL: 'https://ponte.example', PONTE_WEBHOOK_ALLOW_PRIVATE: 'true' };
  assert.equal(allowPrivate('live', said), true);
  assert.equal(allowPrivate('test', { PONTE_WEBHOOK_ALLOW_PRIVATE: 'false' }), false);
});

test('a text that is not an IP address is not an allowed address', () => {
  for (const text of ['', 'localhost', '1.2.3', 'fe80::1%eth0', 'nonsense', '8.8.8.8:80']) {
    assert.equal(isAllowedAddress(text, 443, livePolicy), false, text);
  }
});

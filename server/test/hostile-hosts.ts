/**
 * Hosts that no live webhook may go to, by the trick they play. Each is put into a URL before a
 * port; one that cannot stand there has to be refused for that.
 */
export const HOSTILE_HOSTS = {
  'this machine': listed(
    `127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.254 [::1] 0.0.0.0 0.1.2.3 [::]`,
  ),
  'short forms': listed(`127.1 127.0.1 127.257 0 10.1 192.168.257 172.16.1 169.254.43518`),
  decimal: listed(`2130706433 2130706434 167772161 3232235777 2886729729 2852039166 4294967295`),
  octal: listed(`
    0177.0.0.1 0177.1 017700000001 00177.0.0.1 000000000000000000177.0.0.1 0177.00.00.01
    012.0.0.1 0300.0250.0.1 0251.0376.0251.0376 00000
  `),
  hexadecimal: listed(`
    0x7f.0.0.1 0x7F.0x0.0x0.0x1 0x7f000001 0X7F000001 0x7f.1 0x 0x0 0xa9fea9fe
    0xa9.0xfe.0xa9.0xfe 0xc0a80001 0xa.0x0.0x0.0x1 0x00000000007f000001
  `),
  mixed: listed(`0x7f.0.1 0177.0x0.1 127.0x0.0.01 0xa9.254.0251.254 10.0x0.00.1 192.0250.1`),
  'dots at the end': listed(`127.0.0.1. 127.1. 2130706433. 0x7f000001. 127.0.0.1.. localhost..`),
  'other dots and digits': listed(`
    127。0。0。1 127．0．0．1 127｡0｡0｡1 １２７.０.０.１ １２７。０。０。１ ①②⑦.⓪.⓪.① 𝟏𝟐𝟕.𝟎.𝟎.𝟏 𝟙𝟚𝟟.0.0.1
    ¹²⁷.0.0.1 ₁₂₇.0.0.1 0ｘ7f.0.0.1 １６９.２５４.１６９.２５４ ⑯⑨.254.169.254
  `),
  'percent signs': listed(`
    %31%32%37.0.0.1 127%2e0%2e0%2e1 %6c%6f%63%61%6c%68%6f%73%74 127.0.0.1%00 127.0.0.1%2f
    %30x7f000001 169%2E254%2E169%2E254 %EF%BC%91%EF%BC%92%EF%BC%97.0.0.1
  `),
  'private networks': listed(`
    10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 100.64.0.1
    100.127.255.255
  `),
  'reserved networks': listed(`
    192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.7
    203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  `),
  'link-local and metadata': listed(`
    169.254.169.254 169.254.170.2 169.254.0.23 169.254.42.42 169.254.1.1 100.100.100.200
    168.63.129.16 [fd00:ec2::254] [fd00:ec2::23] [fd00:ec2:0:0:0:0:0:254] [fd00:42::42]
    [fd00:c1::a9fe:a9fe] [fd20:ce::254] [fe80::a9fe:a9fe]
  `),
  'IPv6 spelled out': listed(`
    [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [0::1] [::0:1]
    [0:0::0:1] [0:0:0:0:0:0:0:0] [::0.0.0.1]
  `),
  'IPv4 mapped into IPv6': listed(`
    [::ffff:127.0.0.1] [::FFFF:7F00:1] [::ffff:7f00:0001] [0:0:0:0:0:ffff:127.0.0.1]
    [0:0:0:0:0:ffff:7f00:1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [::ffff:10.0.0.1]
    [::ffff:192.168.0.1] [::ffff:0.0.0.0] [::ffff:100.100.100.200]
  `),
  'IPv4 in other IPv6': listed(`
    [::127.0.0.1] [::7f00:1] [::169.254.169.254] [::a9fe:a9fe] [::ffff:0:127.0.0.1]
    [::ffff:0:a9fe:a9fe] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe]
    [64:ff9b::10.0.0.1] [64:ff9b::100.100.100.200] [64:ff9b:1::127.0.0.1]
    [64:ff9b:1:ffff::a9fe:a9fe] [2002:7f00:1::] [2002:7f00:0001::1] [2002:a9fe:a9fe::]
    [2002:c0a8:0001::1] [2001:0:7f00:1::] [2001::1] [2001:0:4136:e378:8000:63bf:80ff:fffe]
    [fe80::5efe:127.0.0.1]
  `),
  'IPv6 that is not public': listed(`
    [fc00::1] [fd12:3456:789a::1] [fdff:ffff:ffff:ffff::1] [fe80::1] [febf::1] [fec0::1]
    [feff::1] [ff02::1] [ff0e::1] [100::1] [2001:2::1] [2001:10::1] [2001:20::1]
    [2001:db8::1] [3fff::1] [5f00::1] [4000::1] [e000::1]
  `),
  'brackets and zones': listed(`
    [fe80::1%eth0] [fe80::1%25eth0] [::1%25lo] [::1%lo] [[::1]] [::1 ::1] ::1 [127.0.0.1]
    [::1].example.com [v1.::1] [::ffff:127.1] [::ffff:0x7f.0.0.1] [::ffff:0177.0.0.1]
    %5B::1%5D [::1]@8.8.8.8
  `),
  'names of this machine': [
    'localhost',
    'LOCALHOST',
    'LocalHost.',
    'ｌｏｃａｌｈｏｓｔ',
    'loc\u00adalhost',
    'localhost.localdomain',
    'localhost6',
    'ip6-localhost',
    'ip6-loopback',
    'a.localhost',
    'a.b.c.localhost.',
    'metadata.localhost',
  ],
  'names inside': listed(`
    metadata.google.internal METADATA.GOOGLE.INTERNAL. metadata.goog metadata instance-data
    instance-data.ec2.internal ip-10-0-0-1.ec2.internal metadata.azure.internal
    metadata.tencentyun.com metadata.packet.net metadata.platformequinix.com
    rancher-metadata kubernetes kubernetes.default.svc kubernetes.default.svc.cluster.local
    host.docker.internal gateway.docker.internal postgres router.lan nas.local
    router.home.arpa db.corp db.intranet a..example.com .example.com
  `),
  'whom it seems to be': [
    'user@127.0.0.1',
    'user:password@127.0.0.1',
    ':password@127.0.0.1',
    '@127.0.0.1',
    '8.8.8.8@127.0.0.1',
    'example.com@127.0.0.1',
    'example.com%40@127.0.0.1',
    'example.com:80@127.0.0.1',
    '127.0.0.1\\@example.com',
    'example.com\\@127.0.0.1',
    'example.com\\.127.0.0.1',
    '\\127.0.0.1',
    '/127.0.0.1',
    '//127.0.0.1',
    '@@127.0.0.1',
    'xn--127-.0.0.1',
  ],
  'white space and control': [
    ' 127.0.0.1',
    '127.0.0.1 ',
    '127.0.0.1\t',
    '127.0\t.0.1',
    '127.0.0\n.1',
    '127.0.0.1\r\nX-Evil: 1',
    '\u0000127.0.0.1',
    '127.0.0.1\u0000',
    'local\thost',
    'localhost\u2028',
    '127.0.0.1\u00a0',
    '\ufeff127.0.0.1',
    '127.0.0.1\ud800',
  ],
  'letters that vanish': [
    '127.0.0.1\u200b',
    '1\u00ad27.0.0.1',
    '127\u2060.0.0.1',
    'local\u200bhost',
    '127.0.0.1\ufe0f',
  ],
};

function listed(text: string): string[] {
  return text.trim().split(/\s+/);
}

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readGuides } from '../server/src/docs/read-guides.ts';
import { LANGUAGES } from '../server/src/refusals.ts';
import { newSecret } from '../server/src/webhooks/endpoint.ts';
import { signatureHeaders } from '../server/src/webhooks/signature.ts';
import { programUnder } from './shown-program.ts';

interface Toolchain {
  readonly heading: string;
  /** The command that shows whether it is installed. */
  readonly version: readonly [string, string];
  readonly run: readonly string[];
  /** The program as shown, in files, plus one that prints what it makes of each delivery. */
  readonly files: (shown: string) => Readonly<Record<string, string>>;
}

const TOOLCHAINS: readonly Toolchain[] = [
  {
    heading: 'Python',
    version: ['python3', '--version'],
    run: ['python3', 'main.py'],
    files: (shown) => ({
      'main.py': `${shown}
import sys
names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
for at in range(1, len(sys.argv), 5):
    secret, *values, body = sys.argv[at:at + 5]
    print(str(is_genuine(secret, dict(zip(names, values)), base64.b64decode(body))).lower())
`,
    }),
  },
  {
    heading: 'PHP',
    version: ['php', '--version'],
    run: ['php', 'main.php'],
    files: (shown) => ({
      'main.php': `${shown}
foreach (array_chunk(array_slice($argv, 1), 5) as [$secret, $id, $sentAt, $given, $body]) {
    echo is_genuine($secret, $id, $sentAt, $given, base64_decode($body)) ? 'true' : 'false', "\\n";
}
`,
    }),
  },
  {
    heading: 'Ruby',
    version: ['ruby', '--version'],
    run: ['ruby', 'main.rb'],
    files: (shown) => ({
      'main.rb': `${shown}
ARGV.each_slice(5) { |*head, body| puts genuine?(*head, body.unpack1('m')) }
`,
    }),
  },
  {
    heading: 'Go',
    version: ['go', 'version'],
    run: ['go', 'run', 'shown.go', 'main.go'],
    files: (shown) => ({
      'shown.go': shown.replace('package webhooks', 'package main'),
      'main.go': `package main

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
)

func main() {
	for at := 1; at < len(os.Args); at += 5 {
		header := http.Header{}
		for i, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
			header.Set(name, os.Args[at+1+i])
		}
		body, _ := base64.StdEncoding.DecodeString(os.Args[at+4])
		fmt.Println(IsGenuine(os.Args[at], header, body))
	}
}
`,
    }),
  },
  {
    heading: 'Java',
    version: ['javac', '-version'],
    run: ['java', 'Main.java'],
    files: (shown) => ({
      'Main.java': shown.replace(
        'final class Webhooks {',
        `class Main {
  public static void main(String[] all) throws Exception {
    for (int at = 0; at < all.length; at += 5) {
      byte[] body = Base64.getDecoder().decode(all[at + 4]);
      try {
        System.out.println(
            Webhooks.isGenuine(all[at], all[at + 1], all[at + 2], all[at + 3], body));
      } catch (IllegalArgumentException emptyKey) {
        System.out.println(false);
      }
    }
  }
}

final class Webhooks {`,
      ),
    }),
  },
];

const GUIDES = readGuides();
const PRESENT = newSecret();
const PREVIOUS = newSecret();
const BODY = '{"event":"test.ping","data":{"id":"whe_1","note":"ação ✓"}}';

interface Delivery {
  readonly secret: string;
  readonly body?: string;
  readonly ageSeconds?: number;
  /** The timestamp in the header, if it is not the one that was signed. */
  readonly sentAt?: string;
  readonly signedBy?: readonly string[];
}

/** The five arguments that a program is given. */
function wordsOf(delivery: Delivery): string[] {
  const { secret, body = BODY, ageSeconds = 0, sentAt, signedBy = [PRESENT, PREVIOUS] } = delivery;
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  const headers = signatureHeaders({ eventId: 'evt_1', body: BODY, timestamp }, signedBy);
  const signatures = headers['webhook-signature'] ?? '';
  const sent = Buffer.from(body).toString('base64');
  return [secret, 'evt_1', sentAt ?? String(timestamp), signatures, sent];
}

const GENUINE: readonly Delivery[] = [{ secret: PRESENT }, { secret: PREVIOUS }];
const OTHERS: readonly Delivery[] = [
  { secret: newSecret() },
  { secret: PRESENT, body: BODY.replace('ç', 'c') },
  { secret: PRESENT, ageSeconds: 400 },
  { secret: PRESENT, ageSeconds: -400 },
  { secret: PRESENT, sentAt: '' },
  { secret: PRESENT, sentAt: '9'.repeat(400) },
  // Anybody can sign with the empty key that a missing setting gives.
  { secret: 'whsec_', signedBy: [''] },
];

for (const { heading, version, run, files } of TOOLCHAINS) {
  const [command, flag] = version;
  const isHere = spawnSync(command, [flag]).status === 0;
  const skip = !isHere && `${command} is not installed`;
  test(
    `the program shown for ${heading} accepts the gateway's signatures and nothing else`,
    { skip },
    async () => {
      for (const language of LANGUAGES) {
        const page = GUIDES[language].get('webhooks')?.body ?? '';
        const directory = await mkdtemp(join(tmpdir(), 'ponte-shown-'));
        try {
          for (const [name, text] of Object.entries(files(programUnder(page, `### ${heading}`)))) {
            await writeFile(join(directory, name), text);
          }
          const [program = '', ...given] = run;
          const asked = [...GENUINE, ...OTHERS].flatMap(wordsOf);
          const printed = execFileSync(program, [...given, ...asked], {
            cwd: directory,
            encoding: 'utf8',
          });
          const expected = [...GENUINE.map(() => 'true'), ...OTHERS.map(() => 'false')];
          assert.deepEqual(printed.trim().split('\n'), expected, language);
        } finally {
          await rm(directory, { recursive: true, force: true });
        }
      }
    },
  );
}

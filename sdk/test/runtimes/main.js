import { argv } from 'node:process';
import { rehearse } from './rehearse.js';

console.log(JSON.stringify(await rehearse(JSON.parse(argv[2]))));

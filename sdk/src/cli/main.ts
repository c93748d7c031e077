#!/usr/bin/env node
import { readConfig } from './config.ts';
import { runCli } from './run.ts';
import { openTerminal } from './terminal.ts';

process.exitCode = await runCli(process.argv.slice(2), openTerminal(readConfig()));

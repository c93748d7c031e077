import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const environment = {
  object: 'process',
  property: 'env',
  message: 'Read the environment in config.ts and pass the value down.',
};

/** What people read stands in a words.ts, in both languages; digits and signs may stand anywhere. */
const LETTERS = String.raw`/\p{L}{2}/u`;
const wordsOnly = {
  message: 'Put what people read into words.ts, in both languages.',
  selectors: [
    `JSXText[value=${LETTERS}]`,
    `JSXExpressionContainer > Literal[value=${LETTERS}]:not(JSXAttribute *)`,
    `JSXAttribute[name.name=/^(aria-label|alt|title|label|placeholder|description)$/] > Literal[value=${LETTERS}]`,
  ],
};

/** A machine that was paused puts its clock forward, and every wait would be over. */
const clockCompared = {
  selector:
    'BinaryExpression[operator=/^[<>]=?$/] > CallExpression[callee.object.name="Date"][callee.property.name="now"]',
  message: 'Wait by performance.now(): the clock leaps.',
};

/** Length limits live here; what may import what lives in tools/architecture/rules.ts. */
export default defineConfig(
  {
    ignores: [
      '**/node_modules/',
      'coverage/',
      'data/',
      // Projects of their own, with their own compilers; they are built and used by test:examples.
      'examples/',
      'dashboard/dist*/',
      'sdk/dist/',
      '**/*.js',
      '!**/browser/*.js',
    ],
  },
  {
    files: ['**/*.{ts,tsx}', '**/browser/*.js'],
    rules: {
      eqeqeq: 'error',
      // Prettier breaks code at 100 columns and leaves comments as they are.
      'max-len': ['error', { code: 1_000, comments: 100, ignoreUrls: true }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.json', './dashboard/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-duplicate-imports': 'error',
      'no-restricted-properties': ['error', environment],
      'no-restricted-imports': [
        'error',
        { name: 'node:process', importNames: ['env'], message: environment.message },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        // node:test runs its own promises: the runner waits for a test and for a suite.
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite'] },
          ],
        },
      ],
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    // What is read of strangers takes time in proportion to its length.
    files: ['*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    files: ['dashboard/src/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['dashboard/src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...wordsOnly.selectors.map((selector) => ({ selector, message: wordsOnly.message })),
        {
          selector: 'JSXAttribute[name.name="target"]',
          message: 'Link with ui/outside-link.tsx, which tells screen readers of the new tab.',
        },
        {
          selector: 'JSXAttribute[name.name="maxLength"]',
          message: 'It cuts what is pasted without a word: use ui/text-field.tsx.',
        },
      ],
      // Handlers may be async: what they end in is shown where they stand.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  // A catalogue is as long as there are sentences, and the generated module as the API is wide.
  {
    files: ['dashboard/src/**/words.ts', 'dashboard/src/api/operations.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  { files: ['**/browser/*.js'], rules: { 'no-unused-vars': 'error' } },
  {
    files: ['**/config.ts', '**/*.test.ts', '*/test/**', 'tools/**', 'dashboard/build.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.test.ts', '*/test/**', '*/bench/**', 'tools/**'],
    rules: { 'no-restricted-syntax': ['error', clockCompared] },
  },
  {
    files: [
      '**/*.test.ts',
      '*/test/**',
      'tools/**',
      '**/cli.ts',
      '**/cli/**',
      '**/launch/**',
      'dashboard/build.ts',
    ],
    rules: { 'no-console': 'off' },
  },
);

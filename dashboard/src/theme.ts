import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  NativeSelect,
  PasswordInput,
  Textarea,
  TextInput,
} from '@mantine/core';

/** A calm green-blue. Shade 8 carries white text in both schemes, so one shade serves both. */
export const PONTE: MantineColorsTuple = [
  '#e6f6f5',
  '#cdebe9',
  '#9fd8d5',
  '#6ec4c0',
  '#46aeaa',
  '#2a9692',
  '#178380',
  '#0f7572',
  '#0b6563',
  '#064a49',
];

export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'neutral';
type Scheme = 'light' | 'dark';

interface Pair {
  readonly text: string;
  readonly background: string;
}

/** The colours that Mantine puts behind text. */
export const SURFACES: Record<Scheme, readonly string[]> = {
  light: ['#ffffff', '#f8f9fa'],
  dark: ['#242424', '#2e2e2e'],
};

/** Each text is legible on its own background and on every surface. */
export const TONES: Record<Scheme, Record<Tone, Pair>> = {
  light: {
    ok: { text: '#0b6b2e', background: '#e3f6e8' },
    warn: { text: '#8a4b00', background: '#fff1d6' },
    danger: { text: '#b42323', background: '#fdeaea' },
    info: { text: '#175a9e', background: '#e6f0fb' },
    neutral: { text: '#495057', background: '#eef0f2' },
  },
  dark: {
    ok: { text: '#7fdb9c', background: '#14321e' },
    warn: { text: '#f5c26b', background: '#3a2a0c' },
    danger: { text: '#ff9c9c', background: '#421b1b' },
    info: { text: '#8cc4ff', background: '#14304c' },
    neutral: { text: '#ced4da', background: '#363a3e' },
  },
};

/** Mantine's own greys and reds are too pale for small text. */
export const TEXT: Record<Scheme, Record<'dimmed' | 'error' | 'placeholder' | 'link', string>> = {
  light: { dimmed: '#495057', error: '#b42323', placeholder: '#6b7280', link: '#0b6563' },
  dark: { dimmed: '#b8b8b8', error: '#ff9c9c', placeholder: '#a3a3a3', link: '#6ec4c0' },
};

const LINES: Record<Scheme, string> = { light: '#dee2e6', dark: '#4a4a4a' };

/** The frames of fields and boxes, which have to be seen, unlike a line between two rows. */
export const EDGES: Record<Scheme, string> = { light: '#868e96', dark: '#828282' };

/**
 * Sixteen pixels keep phones from zooming in when a field gets the focus. Most fields are required,
 * so the optional ones say so in their label, and nothing else is marked.
 */
const FIELD = { size: 'md', withAsterisk: false } as const;

export const theme = createTheme({
  colors: { ponte: PONTE },
  primaryColor: 'ponte',
  primaryShade: 8,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    TextInput: TextInput.extend({ defaultProps: FIELD }),
    PasswordInput: PasswordInput.extend({ defaultProps: FIELD }),
    NativeSelect: NativeSelect.extend({
      // Its arrow is decorative.
      defaultProps: { ...FIELD, rightSectionProps: { 'aria-hidden': true } },
    }),
    Textarea: Textarea.extend({ defaultProps: FIELD }),
  },
});

function variablesOf(scheme: Scheme): Record<string, string> {
  const text = TEXT[scheme];
  const variables: Record<string, string> = {
    '--line': LINES[scheme],
    '--edge': EDGES[scheme],
    '--mantine-color-dimmed': text.dimmed,
    '--mantine-color-error': text.error,
    '--mantine-color-placeholder': text.placeholder,
    '--mantine-color-anchor': text.link,
    '--mantine-color-ponte-light-color': text.link,
    '--mantine-color-ponte-outline': text.link,
    '--mantine-color-red-light-color': text.error,
    '--mantine-color-red-outline': text.error,
    '--mantine-color-red-filled': '#b42323',
    '--mantine-color-red-filled-hover': '#9a1c1c',
  };
  // Mantine's own is too dark for the label of a hovered button.
  if (scheme === 'light') variables['--mantine-color-ponte-light-hover'] = PONTE[1];
  for (const [tone, pair] of Object.entries(TONES[scheme])) {
    variables[`--tone-${tone}`] = pair.text;
    variables[`--tone-${tone}-background`] = pair.background;
  }
  return variables;
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf('light'),
  dark: variablesOf('dark'),
});

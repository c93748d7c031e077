import { callForFile } from '../api/call.ts';
import type { MaskedReversal } from '../api/operations.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { useTenant } from '../api/use-tenant.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** A plain link could not trigger step-up first; the file appears on no page and in no address. */
export function useEvidence({ id, depositId }: MaskedReversal) {
  const say = useWords(words);
  const tenant = useTenant();
  return useOneAct(async (format: 'html' | 'json') => {
    const file = await callForFile('getEvidence', { path: { ...tenant, id }, query: { format } });
    saveFile(file, `${depositId}.${format}`);
    toast.success(say.evidenceDone);
  });
}

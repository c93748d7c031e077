import { useMutation } from '@tanstack/react-query';
import { callForFile } from '../api/call.ts';
import type { MaskedReversal } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** A plain link could not trigger step-up first; the file appears on no page and in no address. */
export function useEvidence({ id, depositId }: MaskedReversal) {
  const say = useWords(words);
  const tenant = useTenant();
  return useMutation<void, Error, 'html' | 'json'>({
    mutationFn: async (format) => {
      const file = await callForFile('getEvidence', { path: { ...tenant, id }, query: { format } });
      saveFile(file, `${depositId}.${format}`);
    },
    onSuccess: () => toast.success(say.evidenceDone),
    gcTime: 0,
  });
}

import { useState } from 'react';

/** Whether something has been so at any time since the component was mounted. */
export function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return isSo || wasSo;
}

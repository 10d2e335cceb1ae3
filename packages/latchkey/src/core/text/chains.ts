import type { Namespace } from '@latchkey/wire/caip'
import { ecosystems } from '@latchkey/wire/ecosystems'

/** Names of the chain families. Import as `* as chainsText`. */

export function chainName(namespace: Namespace): string {
  return namespace === 'eip155' ? 'EVM' : ecosystems[namespace]
}

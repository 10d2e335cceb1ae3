import type { AccountId } from '@latchkey/wire/caip'

/**
 * What an account signs (EIP-191) to take a permission back. A permission is revoked once and its id is
 * never given again, so the signature serves for nothing else; the address is written with its
 * checksum.
 */
export function revocationMessage({
  pci,
  account,
  projectId,
}: {
  readonly pci: string
  readonly account: AccountId
  readonly projectId: string
}): string {
  return [
    'Revoke a permission.',
    '',
    `Permission: ${pci.toLowerCase()}`,
    `Account: ${account}`,
    `Project: ${projectId}`,
  ].join('\n')
}

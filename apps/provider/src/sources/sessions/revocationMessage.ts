import type { AccountId } from '@latchkey/wire/caip'

/** The text an account signs (EIP-191) to revoke a permission. Ids are unique, so the signature cannot be reused. */
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

/** Words of the Account view. Import as `* as accountText`. */

export const account = {
  copyAddress: 'Copy address',
  addressCopied: 'Address copied',
  balanceLabel: 'Balance',
  balanceMissing: '–',
  balanceMissingLabel: 'Balance unavailable',
  explorer: 'Block Explorer',
  network: 'Network',
  unknownNetwork: 'Unknown network',
  disconnect: 'Disconnect',
} as const

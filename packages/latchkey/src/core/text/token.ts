/** Texts of the Token view. */

export const tokenText = {
  balance: 'Balance',
  price: 'Price',
  worth: 'Value',
  network: 'Network',
  contract: 'Contract',
  copyContract: (short: string) => `Copy contract address ${short}`,
  contractCopied: 'Address copied',
  details: 'Details',
  unknownPrice: 'Unknown',
  oldPrice: 'May be out of date',
  explorer: 'Block Explorer',
  activity: 'Activity',
  goneTitle: 'Token not found',
  goneText: 'This account no longer has this token.',
  back: 'Go back',
} as const

const groups = [
  {
    can: 'Ask you to sign messages',
    methods: [
      'personal_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'solana_signMessage',
      'signMessage',
      'polkadot_signMessage',
      'cosmos_signAmino',
    ],
  },
  {
    can: 'Ask you to send transactions',
    methods: [
      'eth_sendTransaction',
      'eth_signTransaction',
      'eth_sendRawTransaction',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'signPsbt',
      'sendTransfer',
      'polkadot_signTransaction',
      'cosmos_signDirect',
    ],
  },
  {
    can: 'Ask you to switch networks',
    methods: ['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
  },
] as const

/** What a session allows, in plain words. */
export function abilitiesOf(methods: readonly string[]): readonly string[] {
  return [
    'See your address, balance and activity',
    ...groups
      .filter((group) => group.methods.some((method) => methods.includes(method)))
      .map((group) => group.can),
  ]
}

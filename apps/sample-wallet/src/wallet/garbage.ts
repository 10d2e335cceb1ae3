// One wrong value per method: the right type with wrong content where a careless client would accept it.
const garbage: Readonly<Record<string, unknown>> = {
  eth_requestAccounts: ['0xnot-an-address', 42, null],
  eth_accounts: 'accounts',
  eth_chainId: 'one',
  net_version: -1,
  personal_sign: { signature: 'yes' },
  eth_signTypedData_v4: '0x1234',
  eth_sendTransaction: '0xhash',
  wallet_getPermissions: [{ parentCapability: 7 }],
  wallet_switchEthereumChain: 'done',
  eth_getBalance: '12 ether',
}

export const garbageFor = (method: string): unknown => garbage[method] ?? { unexpected: [method] }

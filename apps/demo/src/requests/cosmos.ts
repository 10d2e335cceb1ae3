import type { Latchkey } from 'latchkey'
import type { CosmosProvider } from 'latchkey/cosmos'

/** Signs a transfer of an account to itself in amino form; it is not sent. */
export async function signCosmosTransfer(latchkey: Latchkey): Promise<string> {
  const provider = latchkey.getProvider('cosmos') as CosmosProvider | undefined
  const address = latchkey.getAddress('cosmos')
  const network = latchkey.getCaipNetwork('cosmos')
  if (!provider || !address || !network) throw new Error('Connect a Cosmos wallet first')
  const { signature } = await provider.signAmino(address, {
    chain_id: network.reference,
    account_number: '0',
    sequence: '0',
    fee: { amount: [{ denom: 'uatom', amount: '500' }], gas: '200000' },
    msgs: [
      {
        type: 'cosmos-sdk/MsgSend',
        value: {
          from_address: address,
          to_address: address,
          amount: [{ denom: 'uatom', amount: '1' }],
        },
      },
    ],
    memo: 'Hello from the playground',
  })
  return signature.signature
}

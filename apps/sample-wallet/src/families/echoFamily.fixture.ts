import { isRecord } from '@latchkey/wire/json'
import { RpcError } from '../chain/rpcError.js'
import type { SampleFamily } from './sampleFamily.js'

export const echoChain = 'cosmos:echo-1'

/** A fake family whose signatures reveal who signed what, and where. */
export const echoFamily: SampleFamily = {
  namespace: 'cosmos',
  methods: ['echo_sign', 'echo_accounts'],
  chains: [echoChain],
  addresses: (account) => [`echo${account}`],
  read(method, params) {
    if (!isRecord(params) || typeof params.signer !== 'string')
      throw RpcError.invalidParams('There is no signer.')
    return {
      description: { title: 'Echo', sentence: 'Sign it.', fields: [], approve: 'Sign' },
      signer: params.signer,
      needsNoApproval: method === 'echo_accounts',
      perform: async (account, nodeUrl) => `signed by ${account} at ${nodeUrl}`,
    }
  },
  inject: () => undefined,
}

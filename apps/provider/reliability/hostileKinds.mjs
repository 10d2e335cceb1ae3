import { randomUUID } from 'node:crypto'
import { encodeTransfer } from './smartAccountClient.mjs'

const gwei = 1_000_000_000n
const etherOf = (wei) => `0x${wei.toString(16)}`
const fair = { maxFeePerGas: 3n * gwei, maxPriorityFeePerGas: gwei }

/**
 * Ways to make a bundler lose money. `prepare` returns the operations of one account for a round, in the
 * order they are sent; `ahead` is what the attacker does before the block is mined.
 */
const hostileKinds = {
  'many nonce keys': {
    prepare: async ({ client, recipient }) => {
      const account = await client.createAccount('10')
      return signAll(client, account, range(20), (key) => ({
        nonce: key << 64n,
        callData: encodeTransfer(recipient, 1n),
        ...fair,
      }))
    },
  },
  'emptied by the first': {
    prepare: async ({ client, recipient, deployed }) => {
      const account = await deployed(1n * 10n ** 18n)
      // The first is cheap, so it leaves too little for the others.
      const first = {
        callData: encodeTransfer(recipient, 10n ** 18n - 700_000n * gwei),
        maxFeePerGas: 2n * gwei,
        maxPriorityFeePerGas: gwei,
      }
      const rest = { maxFeePerGas: 5n * gwei, maxPriorityFeePerGas: 4n * gwei }
      return signAll(client, account, range(20), (key) => ({
        nonce: key << 64n,
        ...(key === 0n ? first : rest),
      }))
    },
  },
  'absurd tip': {
    prepare: async ({ client, deployed }) => {
      const account = await deployed(100n * 10n ** 18n)
      return signAll(client, account, range(20), (key) => ({
        nonce: key << 64n,
        maxFeePerGas: 2_000n * gwei,
        maxPriorityFeePerGas: 1_000n * gwei,
      }))
    },
  },
  'priced too low': {
    prepare: async ({ client, deployed }) => {
      const account = await deployed(10n ** 18n)
      return signAll(client, account, range(10), (key) => ({
        nonce: key << 64n,
        maxFeePerGas: key % 2n ? 1n : 3n * gwei,
        maxPriorityFeePerGas: key % 2n ? 1n : 0n,
      }))
    },
  },
  'wrong signature': {
    prepare: async ({ client, deployed }) => {
      const account = await deployed(10n ** 18n)
      const stranger = await client.createAccount('0')
      const made = await signAll(client, account, range(10), (key) => ({
        nonce: key << 64n,
        ...fair,
      }))
      return Promise.all(made.map((operation) => client.signOperation(stranger, operation)))
    },
  },
  'reverting call': {
    prepare: async ({ client, deployed, recipient }) => {
      const account = await deployed(10n ** 18n)
      const made = await signAll(client, account, range(10), (nonce) => ({ nonce, ...fair }))
      // A reverting call cannot be estimated, so replace the call after the estimate.
      const callData = encodeTransfer(recipient, 2n * 10n ** 18n)
      return Promise.all(
        made.map((operation) => {
          const preVerificationGas = operation.preVerificationGas + 1_000n
          return client.signOperation(account, { ...operation, callData, preVerificationGas })
        }),
      )
    },
    isInSequence: true,
  },
  'gas limits too low': {
    prepare: async ({ client, deployed }) => {
      const account = await deployed(10n ** 18n)
      const made = await signAll(client, account, range(10), (nonce) => ({ nonce, ...fair }))
      return Promise.all(
        made.map((operation, index) =>
          client.signOperation(account, {
            ...operation,
            ...(index % 2 ? { callGasLimit: 1n } : { verificationGasLimit: 40_000n }),
            nonce: BigInt(index >> 1),
          }),
        ),
      )
    },
    isInSequence: true,
  },
  'emptied ahead by its owner': {
    prepare: async ({ client, deployed }) => {
      const account = await deployed(10n ** 18n)
      const made = await signAll(client, account, range(5), (key) => ({
        nonce: key << 64n,
        ...fair,
      }))
      return Object.assign(made, { account })
    },
    ahead: async ({ client }, { account }) => {
      await client.emptyAccount(account)
    },
  },
  'funded in pending only': {
    prepare: async ({ client, deployed, recipient }) => {
      const account = await deployed(0n)
      const callData = encodeTransfer(recipient, 0n)
      return Object.assign(
        await signAll(client, account, range(5), (key) => ({
          nonce: key << 64n,
          ...fair,
          callData,
        })),
        { account },
      )
    },
    before: async ({ fundSlowly }, { account }) => {
      await fundSlowly(account)
    },
  },
}

function range(count) {
  return Array.from({ length: count }, (_, index) => BigInt(index))
}

/** Estimates gas once for all operations. */
async function signAll(client, account, keys, changesOf) {
  const draft = await client.draftOperation(account, changesOf(keys[0]))
  const { callGasLimit } = draft
  return Promise.all(
    keys.map((key) => client.signOperation(account, { ...draft, callGasLimit, ...changesOf(key) })),
  )
}

/**
 * Sends rounds of hostile operations of all kinds to a chain that mines on request only. Returns their
 * outcomes and the change of the executor's balance.
 */
export async function attackBundler({
  rpc,
  client,
  executor,
  settle,
  recipient,
  networkOf,
  count,
  kinds = Object.keys(hostileKinds),
}) {
  const balance = async () => BigInt(await rpc('eth_getBalance', executor, 'latest'))
  const parts = {
    client,
    recipient,
    async deployed(wei) {
      const account = await client.createAccount('0')
      await client.deployAccount(account)
      await rpc('anvil_setBalance', account.address, etherOf(wei))
      return account
    },
    /** Sends a transfer that is mined after the operation in the same block. */
    async fundSlowly(account) {
      const funder = await client.createAccount('0')
      await client.sendAsOwner(funder, {
        to: account.address,
        value: 10n ** 18n,
        data: '0x',
        tip: 1n,
      })
    },
  }
  const outcomes = Object.fromEntries(kinds.map((kind) => [kind, { sent: 0, taken: 0, gain: 0n }]))
  const start = await balance()
  let sent = 0
  while (sent < count) {
    for (const kind of kinds) {
      if (sent >= count) break
      const { prepare, before, ahead, isInSequence } = hostileKinds[kind]
      const outcome = outcomes[kind]
      const operations = await prepare(parts)
      const held = await balance()
      await before?.(parts, operations)
      for (const operation of operations.slice(0, count - sent)) {
        const { result } = await client.sendOperation(operation, { network: networkOf(sent) })
        sent += 1
        outcome.sent += 1
        outcome.taken += result === undefined ? 0 : 1
        if (isInSequence) await rpc('evm_mine')
      }
      await ahead?.(parts, operations)
      await rpc('evm_mine')
      await settle()
      outcome.gain += (await balance()) - held
    }
  }
  return { sent, outcomes, gain: (await balance()) - start }
}

/** For the control run: a store where every operation has its own owner and network. */
export function withoutInFlight(store) {
  return {
    ...store,
    findInFlight: async () => undefined,
    add: (operation) => store.add({ ...operation, owner: randomUUID(), network: randomUUID() }),
  }
}

/** For the control run: nodes without pending transactions. */
export function withoutPending(nodes) {
  return {
    ...nodes,
    call(chain, method, params, signal) {
      const isPending = method === 'eth_call' && params[1] === 'pending'
      return nodes.call(chain, method, isPending ? [params[0], 'latest'] : params, signal)
    },
  }
}

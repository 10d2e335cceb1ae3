import {
  createSession,
  getSessions,
  revocationMessage,
  revokeSession,
} from '@latchkey/wire/http/sessions'
import { encodeContext, hashPermission, zeroAddress } from '@latchkey/wire/login/permissions'
import {
  accountContracts,
  accountCreationCode,
  entryPointAddress,
} from '@latchkey/wire/login/smartAccount'
import * as v from 'valibot'
import { getContractAddress, hashMessage, serializeErc6492Signature, toHex, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { creationOf, encodeTransfer } from '../reliability/smartAccountClient.mjs'
import { alice, mainChain } from './localFacts.mjs'

const chainId = 1
const lifetime = 86_400

/** A smart account with permissions that is not on the chain yet. */
function newAccount() {
  const owner = privateKeyToAccount(generatePrivateKey())
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: accountContracts[2].factory,
    salt: zeroHash,
    bytecode: accountCreationCode(owner.address, 2),
  })
  return { owner, address, ...creationOf({ owner, salt: 0n, version: 2 }) }
}

/** Stores a permission that its owner signed, lists it and revokes it. */
export async function callSessions({ call }) {
  const { owner, address, factory, factoryData } = newAccount()
  const account = `${mainChain}:${address}`
  const expiry = Math.floor(Date.now() / 1_000) + lifetime
  const permission = {
    key: alice.address,
    validAfter: 0,
    validUntil: expiry,
    epoch: 0n,
    salt: zeroHash,
    paymaster: zeroAddress,
    feeLimit: 1n,
    maxCalls: 1,
    rateCalls: 0,
    ratePeriod: 0,
    allowances: [{ token: zeroAddress, amount: 1n, period: 0, start: 0 }],
    targets: [],
  }
  const signature = await owner.sign({ hash: hashPermission(permission, address, chainId) })
  const input = {
    account,
    context: encodeContext({
      account: address,
      chainId,
      permission,
      signature,
      factory,
      factoryData,
    }),
    permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x1' } }],
    policies: [],
    expiry,
  }
  const forged = await alice.sign({ hash: hashPermission(permission, address, chainId) })
  await call(
    createSession,
    {
      ...input,
      context: encodeContext({
        ...{ account: address, chainId, permission, signature: forged, factory, factoryData },
      }),
    },
    { name: 'createSession, by somebody else', status: 401, check: blames('context') },
  )
  const { pci } = (await call(createSession, input, { check: ({ pci: id }) => id })) ?? {}
  const isListed = ({ pcis }) => {
    if (!pcis.some((one) => one.pci === pci)) throw new Error('it is not listed')
    return `${pcis.length} permission`
  }
  await call(getSessions, { account }, { check: isListed })
  const revocation = { account, pci, signature: await signRevocation() }
  await call(revokeSession, revocation)
  await call(revokeSession, revocation, {
    name: 'revokeSession, again',
    status: 400,
    check: blames('pci'),
  })

  async function signRevocation() {
    const message = revocationMessage({ pci, account, projectId: 'latchkey-development' })
    const bound = await owner.signTypedData({
      domain: { name: 'Latchkey Account', version: '2', chainId, verifyingContract: address },
      types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
      primaryType: 'AccountMessage',
      message: { hash: hashMessage(message) },
    })
    return serializeErc6492Signature({ address: factory, data: factoryData, signature: bound })
  }
}

/** Asks the paymaster to pay for an account without a coin. */
export async function callPaymaster({ send }) {
  const { address, factory, factoryData } = newAccount()
  const operation = {
    sender: address,
    nonce: '0x0',
    factory,
    factoryData,
    callData: encodeTransfer(alice.address, 0n),
    maxFeePerGas: toHex(8_000_000_000n),
    maxPriorityFeePerGas: toHex(2_000_000_000n),
  }
  const sponsored = v.object({
    paymaster: v.string(),
    paymasterData: v.string(),
    paymasterVerificationGasLimit: v.string(),
    paymasterPostOpGasLimit: v.string(),
  })
  const ask = (path, method, params, result, check) =>
    send(
      { name: method, method: 'POST', path },
      {
        query: { chainId: mainChain },
        body: { jsonrpc: '2.0', id: 1, method, params },
        schema: v.object({ jsonrpc: v.literal('2.0'), id: v.number(), result }),
        check,
      },
    )
  const place = [entryPointAddress, toHex(chainId), {}]
  const stub = await ask(
    '/v1/paymaster',
    'pm_getPaymasterStubData',
    [operation, ...place],
    v.object({ ...sponsored.entries, sponsor: v.object({ name: v.string() }) }),
    ({ result }) => `paid by ${result.sponsor.name}`,
  )
  const { sponsor: _, isFinal: __, ...fields } = stub?.result ?? {}
  const estimate = await ask(
    '/v1/bundler',
    'eth_estimateUserOperationGas',
    [{ ...operation, ...fields }, entryPointAddress],
    v.record(v.string(), v.string()),
    ({ result }) => `${Number(result.callGasLimit)} gas for the call`,
  )
  await ask(
    '/v1/paymaster',
    'pm_getPaymasterData',
    [{ ...operation, ...estimate?.result }, ...place],
    sponsored,
    ({ result }) => `signed, ${(result.paymasterData.length - 2) / 2} bytes`,
  )
}

function blames(expected) {
  return ({ reasons: [{ field, description }] }) => {
    if (field !== expected) throw new Error(`${field} is blamed`)
    return description
  }
}

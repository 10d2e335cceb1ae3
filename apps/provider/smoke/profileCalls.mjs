import { randomBytes, randomInt } from 'node:crypto'
import { lookUpName, registerName, reverseName, suggestNames } from '@latchkey/wire/http/profile'
import * as v from 'valibot'
import { decodeAbiParameters, encodeFunctionData, namehash, parseAbi, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { alice, offchainResolver, testAccount } from './localFacts.mjs'

const ethereum = 60
const gateway = parseAbi(['function resolve(bytes name, bytes data)'])
const resolver = parseAbi(['function addr(bytes32 node) view returns (address)'])

/** Registers a real name, then looks it up in every way. */
export async function callProfiles({ call, send }) {
  // A random account of the phrase, because one account gets only a few names a day.
  const account = testAccount(randomInt(1_000, 1_000_000))
  const label = `smoke${randomBytes(6).toString('hex')}`
  const { suggestions = [] } =
    (await call(
      suggestNames,
      { name: label },
      {
        check: ({ suggestions: found }) => found.map(({ name }) => name).join(', '),
      },
    )) ?? {}
  const name = suggestions.find(({ registered }) => !registered)?.name
  const body = await signed(account, name)
  const isOurs = (record) => {
    const { address } = record.addresses[ethereum] ?? {}
    if (record.name !== name || address !== account.address) throw new Error(JSON.stringify(record))
    return `${name} is ${address}`
  }
  await call(registerName, body, { check: isOurs })
  await call(registerName, body, { name: 'registerName, again', status: 400 })
  await call(registerName, await signed(account, `x${name}`, testAccount(0)), {
    name: 'registerName, by someone else',
    status: 401,
  })
  await call(lookUpName, { name, apiVersion: '2' }, { check: isOurs })
  await call(
    reverseName,
    { address: account.address, apiVersion: '2' },
    {
      check: (records) => {
        const record = records.find((one) => one.name === name)
        if (!record) throw new Error(`${name} is not among ${records.length}`)
        return isOurs(record)
      },
    },
  )
  await call(
    suggestNames,
    { name: label },
    {
      name: 'suggestNames, now taken',
      check: ({ suggestions: found }) => {
        if (!found.some((one) => one.name === name && one.registered)) throw new Error('not taken')
        return `${name} is taken`
      },
    },
  )
  await call(
    lookUpName,
    { name: 'alice.eth' },
    {
      name: 'lookUpName, of ENS',
      check: ({ addresses }) => {
        if (addresses[ethereum]?.address !== alice.address)
          throw new Error(JSON.stringify(addresses))
        return alice.address
      },
    },
  )
  await call(lookUpName, { name: `x${name}` }, { name: 'lookUpName, of nobody', status: 404 })

  const data = encodeFunctionData({
    abi: gateway,
    args: [
      toHex(packetToBytes(name)),
      encodeFunctionData({ abi: resolver, args: [namehash(name)] }),
    ],
  })
  const answered = {
    schema: v.object({ data: v.pipe(v.string(), v.startsWith('0x')) }),
    check: ({ data: answer }) => {
      const parts = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }]
      const [[address], expires] = splitAnswer(decodeAbiParameters(parts, answer))
      if (address !== account.address) throw new Error(`${name} is ${address}`)
      return `${name} is ${address} until ${new Date(Number(expires) * 1_000).toISOString()}`
    },
  }
  const path = `/ccip/${offchainResolver}/${data}`
  const inAddress = { name: 'ENS gateway', method: 'GET', path, route: '/ccip/:sender/:data' }
  await send(inAddress, answered)
  await send(
    { name: 'ENS gateway, posted', method: 'POST', path: '/ccip' },
    { body: { sender: offchainResolver, data }, ...answered },
  )
}

function splitAnswer([result, expires]) {
  return [decodeAbiParameters([{ type: 'address' }], result), expires]
}

async function signed(account, name, signer = account) {
  const timestamp = Math.floor(Date.now() / 1_000)
  const message = JSON.stringify({ name, attributes: { bio: 'A smoke test.' }, timestamp })
  const signature = await signer.signMessage({ message })
  return { coin_type: ethereum, address: account.address, message, signature }
}

/**
 * Calls every route of the provider once and prints a line for each: whether the response matches the
 * contract, its status, its duration and a sample of its content. Exits with 1 if anything is wrong.
 *
 *   node smoke/smoke.mjs [--url http://127.0.0.1:4404] [--project latchkey-development]
 *   node smoke/smoke.mjs --start      starts its own database, chains and provider
 */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { developmentProjectId } from '@latchkey/provider/startApi'
import { sendEvent } from '@latchkey/wire/http/telemetry'
import { startLocalChains } from '../reliability/localChains.mjs'
import { createProviderProcess } from '../reliability/providerProcess.mjs'
import { callPaymaster, callSessions } from './accountCalls.mjs'
import { callChains } from './chainCalls.mjs'
import { createCaller } from './createCaller.mjs'
import { callDirectory } from './directoryCalls.mjs'
import { callConvert, callOnramp, callPay } from './moneyCalls.mjs'
import { callOperatorPages, callRejected, callTelemetry } from './operatorCalls.mjs'
import { callProfiles } from './profileCalls.mjs'
import { callSignIn } from './signInCalls.mjs'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:4404' },
    project: { type: 'string', default: developmentProjectId },
    start: { type: 'boolean', default: false },
  },
})

const started = []
try {
  const url = values.start ? await startEverything() : values.url
  if (await isServing(url)) process.exitCode = (await run(url)) ? 0 : 1
  else {
    console.error(`Nothing answers at ${url}; run \`npm start\`, or give --start or --url.`)
    process.exitCode = 1
  }
} finally {
  for (const stop of started.reverse()) await stop()
}

async function startEverything() {
  const chains = await startLocalChains()
  started.push(chains.stop)
  const provider = await createProviderProcess({ settings: chains.settings })
  started.push(provider.remove)
  const { url, ms } = await provider.start()
  console.log(`provider ready at ${url} in ${ms.toFixed(0)} ms`)
  return url
}

async function isServing(url) {
  try {
    return (await fetch(new URL('/health', url))).ok
  } catch {
    return false
  }
}

async function run(url) {
  const caller = createCaller({ url, projectId: values.project, log: console.log })
  const document = await callOperatorPages(caller)
  await callDirectory(caller)
  await callChains(caller)
  await callConvert(caller)
  await callProfiles(caller)
  await callSessions(caller)
  await callPaymaster(caller)
  await callSignIn(caller)
  await callOnramp(caller)
  await callPay(caller)
  await callTelemetry(caller, { sendEvent })
  await callRejected(caller)

  for (const address of [...(await contractAddresses()), ...documentAddresses(document)]) {
    if (!caller.called.has(address)) caller.confirm(address, false, 'was not called')
  }
  caller.end()
  const failures = caller.failures()
  console.log(`${caller.called.size} addresses called, ${failures} wrong`)
  return failures === 0
}

/** Every endpoint of the contract. */
async function contractAddresses() {
  const folder = dirname(fileURLToPath(import.meta.resolve('@latchkey/wire/http/endpoint')))
  const names = readdirSync(folder).filter((name) => /^\w+\.js$/.test(name))
  const modules = await Promise.all(
    names.map((name) => import(`@latchkey/wire/http/${name.slice(0, -'.js'.length)}`)),
  )
  return modules
    .flatMap((module) => Object.values(module))
    .filter(({ path, caching }) => typeof path === 'string' && caching !== undefined)
    .map(({ method, path }) => `${method} ${path}`)
}

/** Every route in the OpenAPI document. */
function documentAddresses(document) {
  return Object.entries(document?.paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
}

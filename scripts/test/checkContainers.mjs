import { randomBytes } from 'node:crypto'
import { get } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError, runMain } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'

const image = 'latchkey-provider:check'
/** Caddy makes the certificates of such names itself. */
const domain = 'latchkey.localhost'
const site = `https://shop.${domain}`
const startTimeoutMs = 60_000

const programs = createPrograms()
onStopSignal(programs.stopAll)

/** Checks the provider's image and the compose file, where container tools work. */
runMain(async () => {
  const tool = await find([['docker'], ['podman']], 'info')
  if (!tool) {
    console.log('No container tool works here (docker, podman): containers were not checked.')
    return
  }
  await run(tool, 'build', '--file', inRoot('deploy', 'Dockerfile'), '--tag', image, inRoot())
  await checkImage(tool)
  console.log(`The image was built with ${tool.join(' ')} and started on embedded defaults.`)
  const isDocker = tool[0] === 'docker'
  const compose = isDocker && (await find([['docker', 'compose'], ['docker-compose']], 'version'))
  if (!compose) {
    console.log('Docker and its Compose do not both work here: the compose file was not checked.')
    return
  }
  await checkCompose(compose)
  console.log('The compose file was started: provider, PostgreSQL, and three names behind Caddy.')
})

/** The embedded database, as an account that cannot write to the package's folder. */
async function checkImage(tool) {
  const container = await run(tool, 'run', '--detach', image)
  try {
    const ready = `fetch('http://127.0.0.1:4404/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))`
    await waitUntil(
      async () =>
        (await capture(tool, 'exec', container, 'node', '--eval', ready)).code === 0 || 'not ready',
      async () => (await capture(tool, 'logs', container)).output,
    )
  } finally {
    await run(tool, 'rm', '--force', container)
  }
}

/** The commands of deploy/README.md. Needs the ports 80 and 443. */
async function checkCompose(tool) {
  const compose = [
    ...tool,
    ...['--project-name', 'latchkey-check', '--file', inRoot('deploy', 'compose.yaml')],
  ]
  process.env.DOMAIN = domain
  process.env.DATABASE_PASSWORD = randomBytes(24).toString('hex')
  const init = ['init', '--domain', domain, '--sites', site, '--preset', 'mainnet']
  const mail = ['--mail-url', `smtp://mail.${domain}:587`, '--mail-from', `login@${domain}`]
  try {
    await run(compose, 'build')
    await run(compose, 'run', '--rm', 'provider', ...init, '--database-url', '', ...mail)
    await run(compose, 'up', '--detach')
    const readLogs = async () => (await capture(compose, 'logs')).output
    for (const path of ['api/ready', 'relay/health', 'login/health']) {
      const [name, page] = path.split('/')
      await waitUntil(() => getOk(`${name}.${domain}`, `/${page}`), readLogs)
    }
    const create = ['latchkey-provider', 'project', 'create', 'Shop', '--origins', site]
    const output = await run(compose, 'exec', '-T', 'provider', ...create)
    const [id] = /^[0-9a-f]{32}$/m.exec(output) ?? []
    const config = `/appkit/v1/config?projectId=${id}&st=appkit&sv=check`
    await run(compose, 'restart')
    await waitUntil(() => getOk(`api.${domain}`, config, { origin: site }), readLogs)
  } finally {
    await run(compose, 'down', '--volumes', '--rmi', 'local')
  }
}

/** True for a response with status 200, otherwise what was wrong. */
function getOk(host, path, headers = {}) {
  return new Promise((resolve) => {
    const request = get(
      {
        ...{ host: '127.0.0.1', servername: host, path, timeout: 5_000 },
        headers: { ...headers, host },
        // Caddy's own authority is trusted nowhere.
        rejectUnauthorized: false,
      },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200 || `${host}${path}: status ${response.statusCode}`)
      },
    )
    request.on('timeout', () => request.destroy(new Error('no response')))
    request.on('error', (error) => resolve(`${host}${path}: ${error.message}`))
  })
}

async function waitUntil(isDone, readLogs) {
  const began = Date.now()
  for (;;) {
    const result = await isDone()
    if (result === true) return
    if (Date.now() - began > startTimeoutMs) {
      throw new PlainError(`${result}\n${(await readLogs()).slice(-3000)}`)
    }
    await sleep(500)
  }
}

/** The first tool with which the command works. */
async function find(tools, command) {
  for (const tool of tools) {
    if ((await capture(tool, command)).code === 0) return tool
  }
  return undefined
}

async function run(tool, ...args) {
  const { code, output } = await capture(tool, ...args)
  if (code !== 0)
    throw new PlainError(`${tool.join(' ')} ${args[0]} failed.\n${output.slice(-3000)}`)
  return output.trim()
}

function capture([command, ...leading], ...args) {
  return programs.capture(command, [...leading, ...args])
}

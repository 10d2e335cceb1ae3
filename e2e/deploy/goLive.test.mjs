import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startInbox } from '@latchkey/dev-stack/startInbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../../scripts/lib/ports.mjs'
import { inRoot } from '../../scripts/lib/root.mjs'
import { createMachine, readBlocks } from './machine.mjs'
import { logInByEmail, openBrowser, pairOverRelay } from './visitor.mjs'

const run = promisify(execFile)
const archive = process.env.LATCHKEY_ARCHIVE ?? ''
const names = ['api', 'relay', 'login'].map((name) => `${name}.example.org`)

describe('the packed provider in an empty folder', () => {
  it('runs with npx and embedded defaults, keeps a project, and stops', async () => {
    const base = mkdtempSync(join(tmpdir(), 'latchkey-npx-'))
    const [home, folder] = [join(base, 'home'), join(base, 'empty')]
    mkdirSync(home, { mode: 0o700 })
    mkdirSync(folder)
    const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim()
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      npm_config_registry: registry,
      npm_config_ignore_scripts: 'true',
    }
    const npx = (...args) => [
      'npx',
      ['--yes', `--package=${archive}`, 'latchkey-provider', ...args],
      { cwd: folder, env },
    ]
    const started = spawn(...npx('--port', '0', '--relay-port', '0'))
    try {
      const lines = createInterface(started.stdout)[Symbol.asyncIterator]()
      const { value: first } = await lines.next()
      const api = /^ready api (\S+)$/.exec(first)?.[1]
      expect(await (await fetch(`${api}/ready`)).json()).toMatchObject({ status: 'ok' })
      const { stdout } = await run(
        ...npx('project', 'create', 'Shop', '--origins', 'https://a.example'),
      )
      const config = `${api}/appkit/v1/config?projectId=${stdout.trim().split('\n').at(-1)}`
      await expect.poll(async () => (await fetch(config)).status).toBe(200)
      expect(readdirSync(folder)).toEqual(['latchkey-data'])
    } finally {
      // npx passes the signal on.
      const ended = new Promise((resolve) => started.once('exit', resolve))
      started.kill('SIGTERM')
      await ended
    }
    // Once it has stopped, the data directory can be used again.
    const list = () => run(...npx('project', 'list')).then(({ stdout }) => stdout)
    await expect.poll(list, { timeout: 60_000 }).toContain('https://a.example')
    rmSync(base, { recursive: true, force: true })
  })
})

describe('docs/go-live.md', () => {
  let machine
  let inbox
  let page
  const browsers = []

  beforeAll(async () => {
    inbox = await startInbox()
    machine = await createMachine({ archive, mailUrl: inbox.smtpUrl })
  })
  afterAll(async () => {
    for (const browser of browsers) await browser.close()
    await machine?.stopAll()
    await inbox?.stop()
  })

  const readCode = (email) => async () => {
    const find = async () => {
      const { messages } = await (await fetch(`${inbox.url}/messages`)).json()
      return messages.find(({ to, code }) => to.includes(email) && code)?.code
    }
    await expect.poll(find, { timeout: 60_000 }).toBeTruthy()
    return find()
  }
  const open = async (port) => {
    const browser = await openBrowser(port)
    browsers.push(browser)
    return browser
  }

  it('works to the letter, with Caddy', async () => {
    for (const block of readBlocks('docs/go-live.md')) {
      await machine.shell(block).catch((error) => {
        throw new Error(
          `${block}\n${error.stderr}\n${machine.logOf('latchkey-provider')}\n${machine.logOf('caddy')}`,
        )
      })
    }
    const project = (await machine.shell('echo "$PROJECT"')).trim().split('\n').at(-1)
    expect(project).toMatch(/^[\w-]+$/)
    page = readBlocks('docs/go-live.md', 'html')[0].replace('PROJECT', project)
    const saved = join(machine.root, 'var/backups')
    expect(readdirSync(join(saved, 'latchkey'))).toEqual([expect.stringMatching(/\.backup$/)])
    expect(readdirSync(join(saved, 'latchkey-keys'))).toEqual([expect.stringMatching(/\.keys$/)])
  })

  it('pairs a wallet and logs in by email through Caddy', async () => {
    const browser = await open(machine.tlsPort)
    await pairOverRelay(browser, page)
    const email = 'first@example.com'
    await logInByEmail(browser, page, { email, readCode: readCode(email) })
  })

  it('counts each client by its own address behind Caddy', () =>
    expectOwnAddresses(machine.tlsPort))

  it('pairs and logs in through nginx, with the same address checks', async () => {
    const port = await startNginx(machine)
    for (const name of names) {
      const path = name.startsWith('api') ? 'ready' : 'health'
      expect(
        await machine.shell(`curl --fail --silent --show-error https://${name}/${path}`, { port }),
      ).toContain('ok')
    }
    const browser = await open(port)
    await pairOverRelay(browser, page)
    const email = 'second@example.com'
    await logInByEmail(browser, page, { email, readCode: readCode(email) })
    await expectOwnAddresses(port)
  })

  /** One client fills its limit, also with forged addresses; another one is not affected. */
  async function expectOwnAddresses(port) {
    const project = (await machine.shell('echo "$PROJECT"')).trim().split('\n').at(-1)
    const own = Object.values(networkInterfaces())
      .flat()
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
    expect(own, 'an address of this machine besides loopback').toBeDefined()
    const limits = (flags) =>
      machine.shell(
        `runuser -u latchkey -- latchkey-provider project set-limits ${project} ${flags} --data-dir /var/lib/latchkey`,
      )
    await limits('--per-second 1 --burst 3')
    const call = (localAddress, forged) =>
      new Promise((resolve, reject) => {
        const host = 'api.example.org'
        const path = `/appkit/v1/config?projectId=${project}`
        const headers = { host, 'x-forwarded-for': forged, origin: 'https://shop.example.org' }
        const options = {
          host: own,
          port,
          path,
          headers,
          localAddress,
          servername: host,
          rejectUnauthorized: false,
        }
        request(options, (response) =>
          response.resume().once('end', () => resolve(response.statusCode)),
        )
          .once('error', reject)
          .end()
      })
    const forged = () => `198.51.100.${randomInt(1, 250)}`
    // It applies within seconds. Several calls at once are above it on a slow machine too.
    const several = () => Promise.all(Array.from({ length: 8 }, () => call('127.0.0.1', forged())))
    await expect.poll(several, { timeout: 60_000 }).toContain(429)
    expect(await call(own, '127.0.0.1')).toBe(200)
    await limits('')
    await expect.poll(() => call('127.0.0.1', forged()), { timeout: 60_000 }).toBe(200)
  }

  it('restores its backup into a new database and directory', async () => {
    await machine.shell(
      'runuser -u postgres -- psql --quiet --command "create database restored owner latchkey"',
    )
    const saved = join(machine.root, 'var/backups')
    const newest = (folder) => join(saved, folder, readdirSync(join(saved, folder))[0])
    const output = await machine.shell(
      `install --directory --owner latchkey --group latchkey --mode 700 /var/lib/restored
      runuser -u latchkey -- latchkey-provider restore ${newest('latchkey')} --keys ${newest('latchkey-keys')} --data-dir /var/lib/restored --database-url "postgres://latchkey:$DATABASE_PASSWORD@127.0.0.1/latchkey" 2>&1 || true
      runuser -u latchkey -- latchkey-provider restore ${newest('latchkey')} --data-dir /var/lib/restored --database-url "$(echo "postgres://latchkey:$DATABASE_PASSWORD@127.0.0.1/latchkey" | sed 's#/latchkey$#/restored#')"
      runuser -u latchkey -- latchkey-provider project list --data-dir /var/lib/restored --database-url "$(echo "postgres://latchkey:$DATABASE_PASSWORD@127.0.0.1/latchkey" | sed 's#/latchkey$#/restored#')"`,
    )
    expect(output).toContain('This database is in use')
    expect(output).toMatch(/Restored \d+ rows of \d+ tables/)
    expect(output).toContain('https://shop.example.org')
  })
})

/** nginx with the configuration of deploy/, a certificate of its own authority, and another port. */
async function startNginx(machine) {
  const folder = join(machine.root, 'run/nginx')
  mkdirSync(folder, { recursive: true })
  const [port, plainPort] = [await findFreePort(), await findFreePort()]
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = [
    '-subj',
    '/CN=Deploy test',
    '-addext',
    `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`,
  ]
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  writeFileSync(join(machine.root, 'ca.pem'), readFileSync(certificate))
  const own = readFileSync(inRoot('deploy/nginx.conf'), 'utf8')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replaceAll('listen 443', `listen ${port}`)
    .replaceAll('listen 80;', `listen ${plainPort};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${own}\n}\n`,
  )
  machine.start('nginx', 'nginx', ['-c', join(folder, 'nginx.conf')])
  const answers = () =>
    machine.shell('curl --silent --fail https://api.example.org/ready', { port }).catch(() => '')
  await expect.poll(answers, { timeout: 60_000 }).toContain('ok')
  return port
}

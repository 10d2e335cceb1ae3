import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStaticServer } from './staticServer.mjs'

const top = mkdtempSync(join(tmpdir(), 'static-server-'))
let server

beforeAll(async () => {
  const folder = join(top, 'served')
  mkdirSync(join(folder, 'sub'), { recursive: true })
  writeFileSync(join(top, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<p>home')
  writeFileSync(join(folder, 'sub', 'index.html'), '<p>sub')
  writeFileSync(join(folder, 'main.js'), 'export {}')
  server = await startStaticServer({
    folder,
    documents: { '/local.json': { relay: 'ws://localhost:1' } },
    headers: (path) => (path === '/' ? { 'content-security-policy': "default-src 'self'" } : {}),
  })
})

afterAll(async () => {
  await server.stop()
  rmSync(top, { recursive: true })
})

test('serves files with their type, uncached', async () => {
  const page = await fetch(`${server.url}/`)
  expect(await page.text()).toBe('<p>home')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('content-security-policy')).toBe("default-src 'self'")
  const script = await fetch(`${server.url}/main.js?v=1`)
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(script.headers.get('content-security-policy')).toBeNull()
})

test('serves a changed file again and no removed one', async () => {
  const path = join(top, 'served', 'fresh.js')
  const read = async () => (await fetch(`${server.url}/fresh.js`)).text()
  writeFileSync(path, 'one')
  expect([await read(), await read()]).toEqual(['one', 'one'])
  writeFileSync(path, 'three')
  expect(await read()).toBe('three')
  rmSync(path)
  expect((await fetch(`${server.url}/fresh.js`)).status).toBe(404)
})

test('a folder leads to its index, with a slash so that relative links work', async () => {
  const page = await fetch(`${server.url}/sub?x=1`)
  expect(page.url).toBe(`${server.url}/sub/?x=1`)
  expect(await page.text()).toBe('<p>sub')
})

test('serves documents as JSON to every origin', async () => {
  const response = await fetch(`${server.url}/local.json`)
  expect(await response.json()).toEqual({ relay: 'ws://localhost:1' })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('nothing outside the folder is served', async () => {
  const paths = [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/sub/..%2f..%2fsecret.txt',
    '/%00',
    '/%zz',
  ]
  for (const path of [...paths, '/missing.js', '/main.js/', '/main.js/x']) {
    expect(await statusOf(path), path).toBe(404)
  }
})

test('only reading is allowed', async () => {
  expect((await fetch(server.url, { method: 'POST' })).status).toBe(405)
})

/** `fetch` would normalize the path before sending it. */
function statusOf(path) {
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

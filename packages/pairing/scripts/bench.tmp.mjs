import { rolldown } from 'rolldown'
import { createServer } from 'node:http'
import { chromium } from '@playwright/test'
import * as b from '../../../scripts/browser.mjs'
const bundle = await rolldown({ input: new URL('../src/exports/dapp.ts', import.meta.url).pathname, platform:'browser', resolve:{conditionNames:['latchkey-source','module','browser','import','default']}, logLevel:'silent'})
const { output } = await bundle.generate({format:'es', minify:true})
const files = new Map(output.map(o=>['/'+o.fileName,o.code]))
const entry=output[0].fileName
const server = createServer((q,r)=>{const c=files.get(q.url); r.setHeader('content-type', c?'text/javascript':'text/html'); r.end(c??'<p>x')}).listen(0)
const browser = await chromium.launch(b.findBrowser())
const times=[]; let extra
for (let i=0;i<10;i++){
 const page = await browser.newPage(); const reqs=[]
 page.on('request',r=>reqs.push(r.url()))
 await page.goto(`http://127.0.0.1:${server.address().port}/`)
 const t = await page.evaluate(async (entry)=>{
  const {createDappClient}=await import('/'+entry)
  const m=new Map(); let opened; const wait=new Promise(r=>opened=r)
  class WS{constructor(u){opened(performance.now())} send(){} close(){}}
  const t0=performance.now()
  const c=createDappClient({relayUrls:['wss://x.test'],projectId:'p',metadata:{name:'',description:'',url:'',icons:[]},storage:{get:async k=>m.get(k),set:async(k,v)=>void m.set(k,v),remove:async()=>{}},WebSocket:WS,clock:{now:Date.now,setTimeout:(f,ms)=>{const t=setTimeout(f,ms);return()=>clearTimeout(t)}},environment:{online:()=>true,visible:()=>true,watch:()=>()=>{}}})
  const {uri,approval}=c.propose({optional:{eip155:{chains:['eip155:1'],methods:['personal_sign'],events:[]}}}); approval.catch(()=>0)
  const t1=performance.now(); const t2=await wait
  return [t1-t0,t2-t0]
 }, entry)
 times.push(t); extra=reqs.map(u=>new URL(u).pathname); await page.close()
}
console.log(times.map(t=>t.map(x=>x.toFixed(1)).join('/')).join('  '), extra, browser.version())
await browser.close(); server.close()

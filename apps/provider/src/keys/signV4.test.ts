import { describe, expect, it } from 'vitest'
import { signV4 } from './signV4.js'

// From the test suite AWS publishes for Signature Version 4 ("aws-sig-v4-test-suite").
const post = {
  host: 'example.amazonaws.com',
  headers: {},
  body: '',
  region: 'us-east-1',
  service: 'service',
  credentials: {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  },
  now: Date.parse('2015-08-30T12:36:00Z'),
}
const sessionToken =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=='
const form = 'application/x-www-form-urlencoded'

describe('signV4', () => {
  it.each([
    {
      name: 'post-vanilla',
      changes: {},
      signedHeaders: 'host;x-amz-date',
      signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    },
    {
      name: 'post-header-key-case',
      changes: { headers: { 'MY-HEADER1': 'value1' } },
      signedHeaders: 'host;my-header1;x-amz-date',
      signature: 'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
    },
    {
      name: 'post-header-value-case',
      changes: { headers: { 'My-Header1': 'VALUE1' } },
      signedHeaders: 'host;my-header1;x-amz-date',
      signature: 'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
    },
    {
      name: 'post-x-www-form-urlencoded',
      changes: { headers: { 'Content-Type': form }, body: 'Param1=value1' },
      signedHeaders: 'content-type;host;x-amz-date',
      signature: 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    },
    {
      name: 'post-x-www-form-urlencoded-parameters',
      changes: { headers: { 'Content-Type': `${form}; charset=utf8` }, body: 'Param1=value1' },
      signedHeaders: 'content-type;host;x-amz-date',
      signature: '1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe',
    },
    {
      name: 'post-sts-header-before',
      changes: { credentials: { ...post.credentials, sessionToken } },
      signedHeaders: 'host;x-amz-date;x-amz-security-token',
      signature: '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
    },
  ])('signs $name as the published test suite does', ({ changes, signedHeaders, signature }) => {
    const { authorization } = signV4({ ...post, ...changes })
    expect(authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    )
  })
})

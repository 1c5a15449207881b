import { expect, it } from 'vitest'
import { StartError } from '../../start-error.ts'
import { serverUrls } from './server-urls.ts'

it.each([
  ['postgresql://a:b@db/tandem', ['postgresql://a:b@db/tandem']],
  ['postgres://a:b@h1:1,h2:2/tandem?sslmode=require', ['postgres://a:b@h1:1/tandem?sslmode=require', 'postgres://a:b@h2:2/tandem?sslmode=require']],
  ['postgresql://a:b,c@h1,[::1]:5433/t?target_session_attrs=read-write', ['postgresql://a:b,c@h1/t', 'postgresql://a:b,c@[::1]:5433/t']],
  ['postgresql://a@/t?host=/one,/two&port=5432', ['postgresql://a@/t?host=%2Fone&port=5432', 'postgresql://a@/t?host=%2Ftwo&port=5432']],
  ['postgresql://a@/t?host=h1,h2&port=1,2', ['postgresql://a@/t?host=h1&port=1', 'postgresql://a@/t?host=h2&port=2']],
])('[CL56] %s', (url, urls) => {
  expect(serverUrls(url)).toEqual(urls)
})

it.each([
  'mysql://x',
  'postgresql://',
  'postgresql://a:secret@h1:x/t',
  'postgresql://a:secret@h1:1,h2:y/t',
  'postgresql://a:secret@h/t?target_session_attrs=standby',
])('[CL56] %s is refused, without the password in the words', (url) => {
  expect(() => serverUrls(url)).toThrow(StartError)
  expect(() => serverUrls(url)).not.toThrow(/secret/)
})

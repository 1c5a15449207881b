import { Type } from 'typebox'
import { object, oneOf } from '../schema/field.ts'
import { Notice, noticeKinds } from '../schema/notice.ts'
import { defineContract } from './route.ts'

export const noticeContract = defineContract({
  listNotices: {
    method: 'GET',
    path: '/notices',
    tag: 'Service',
    summary: 'What a person must know about the data itself, newest first: lost writes, damaged content',
    reply: Type.Array(Notice),
    status: 200,
  },
  removeNotice: {
    method: 'DELETE',
    path: '/notices/:kind',
    tag: 'Service',
    summary: 'Dismiss a notice',
    params: object('NoticeParams', { kind: oneOf(noticeKinds, 'Which one.') }),
    status: 204,
    personal: true,
  },
})

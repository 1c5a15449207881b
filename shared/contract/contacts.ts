import { Type } from 'typebox'
import { Contact, ContactPatch, NewContact } from '../schema/contact.ts'
import { object } from '../schema/field.ts'
import { paging } from './paging.ts'
import { defineContract } from './route.ts'

const ContactParams = object('ContactParams', { slug: Type.String({ minLength: 1, maxLength: 200 }) })

export const contactContract = defineContract({
  listContacts: {
    method: 'GET',
    path: '/contacts',
    tag: 'Contacts',
    summary: 'List contacts, newest first',
    query: object('ContactPage', paging),
    reply: Type.Array(Contact),
    status: 200,
    etag: 'revision',
  },
  createContact: {
    method: 'POST',
    path: '/contacts',
    tag: 'Contacts',
    summary: 'Create a contact',
    body: NewContact,
    reply: Contact,
    status: 201,
    etag: 'version',
    location: (contact: Contact) => `/contacts/${contact.slug}`,
    idempotent: true,
  },
  getContact: {
    method: 'GET',
    path: '/contacts/:slug',
    tag: 'Contacts',
    summary: 'Read one contact',
    params: ContactParams,
    reply: Contact,
    status: 200,
    etag: 'version',
  },
  updateContact: {
    method: 'PATCH',
    path: '/contacts/:slug',
    tag: 'Contacts',
    summary: 'Change a contact',
    params: ContactParams,
    body: ContactPatch,
    reply: Contact,
    status: 200,
    etag: 'version',
  },
  deleteContact: { method: 'DELETE', path: '/contacts/:slug', tag: 'Contacts', summary: 'Delete a contact', params: ContactParams, status: 204 },
})

/** Of the local service. */
export const contactMergeContract = defineContract({
  mergeContact: {
    method: 'POST',
    path: '/contacts/:slug/merge',
    tag: 'Contacts',
    summary: 'Merge two contacts: the other keeps its fields and gains what it lacks, tasks then name it as requester, and this one is deleted',
    params: ContactParams,
    body: object('ContactMergeRequest', { into: Type.String({ minLength: 1, maxLength: 200, description: 'The slug of the one that stays.' }) }),
    reply: Contact,
    status: 200,
    etag: 'version',
    idempotent: true,
  },
})

import { z } from 'zod';
import { frenchDateTime } from '#product/mail/french.ts';
import { defineMail, instant, sampleTime } from '#product/mail/mail-kind.ts';
import { deviceName } from '../rules/device-name.ts';

/**
 * Tells of a sign-in from a browser that the person never used. Its link opens a page, and only the
 * button there ends the session: mail programs open links by themselves.
 */
export const newDevice = defineMail({
  name: 'account.new_device',
  shows: 'example',
  facts: z.object({
    /** The secret that stands for the session in the address. */
    token: z.string(),
    at: instant,
    userAgent: z.string().nullable(),
    ip: z.string().nullable(),
  }),
  samples: [
    {
      token: 'a'.repeat(64),
      at: sampleTime('2026-03-12T17:30:00Z'),
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      ip: '192.0.2.7',
    },
  ],
  content: ({ token, at, userAgent, ip }, { site }) => ({
    subject: 'Nouvelle connexion à votre compte',
    preview: `${deviceName(userAgent)}, le ${frenchDateTime(new Date(at))}.`,
    title: 'Nouvelle connexion à votre compte',
    paragraphs: [
      `Votre compte vient d’être ouvert sur un appareil que nous ne connaissions pas : ${deviceName(userAgent)}, le ${frenchDateTime(new Date(at))}${ip ? `, depuis l’adresse réseau ${ip}` : ''}.`,
      'C’était vous ? Vous n’avez rien à faire. Sinon, déconnectez cet appareil, puis changez de mot de passe.',
    ],
    action: { label: 'Ce n’était pas moi', link: `${site}/unknown-sign-in/${token}` },
    notes: ['Le lien ouvre une page : rien n’est déconnecté avant que vous ne le confirmiez.'],
  }),
});

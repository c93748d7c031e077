import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { openMerchant } from '../../test/merchant.ts';
import { openPerson } from '../../test/person.ts';
import { until } from '../../test/receiver.ts';

const gateway = await openGateway();

test("a payment returned from the provider's review is shown as refunded and not disputed", async () => {
  const shop = await openMerchant(gateway);
  const person = await openPerson(gateway, { [shop.accountId]: 'owner' });
  const at = `/accounts/${shop.accountId}/test`;
  const id = String((await shop.deposit())['id']);
  const detail = async () => (await person.call('GET', `${at}/deposits/${id}`)).body;
  const shown = async () => (await detail())['reason'];
  const first = async (list: string) => {
    const { body } = await person.call('GET', `${at}/${list}`);
    return (body['data'] as Record<string, unknown>[])[0];
  };
  await shop.command(`deposits/${id}/pay`, { hold: 'HIGH_VELOCITY' });
  await until(async () => (await shown()) === 'in_review');
  await shop.command(`deposits/${id}/refund`);
  await shop.reaches(id, 'REFUNDED');
  assert.equal(await shown(), 'refunded');
  const { timeline, alertId } = await detail();
  const moments = (timeline as { what: string }[]).map(({ what }) => what);
  assert.deepEqual(moments, ['created', 'refunded']);
  assert.equal((await first('deposits'))?.['reason'], 'refunded');
  const alert = await first('alerts?tipo=med');
  assert.deepEqual([alert?.['id'], alert?.['isDisputed']], [alertId, false]);
});

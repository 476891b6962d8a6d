import * as contract from '#contract/categories.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { changeCategory, listCategories, orderCategories } from './categories.service.ts';

/** The categories as the seller has them (behavior 9.24). */
export const registerCategories: Feature = (serve, { database, clock, categories, catalogue }) => {
  /** Returns when pages of this process show the change. */
  const caughtUp = async <Result>(result: Result): Promise<Result> => {
    await categories.update();
    await catalogue.caughtUp();
    return result;
  };

  serve(contract.listCategories, async () => ({ categories: await listCategories(database.read) }));

  serve(contract.changeCategory, async ({ params, input, user }) =>
    caughtUp(await changeCategory(database, { name: params.name, edit: input, actor: actorOf(user), now: clock() })),
  );

  serve(contract.orderCategories, async ({ input, user }) =>
    caughtUp(await orderCategories(database, { names: input.names, actor: actorOf(user), now: clock() })),
  );
};

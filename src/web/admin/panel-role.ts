import { createContext, useContext } from 'react';
import { type Capability, may, type Role } from '#domain/permissions.ts';

/** The role of the user who has the panel open. Outside the panel nobody may do anything. */
export const PanelRoleContext = createContext<Role>('member');

/**
 * Returns whether the user of the panel has a capability (behavior 3.10). Buttons that the server would refuse are not
 * shown, and what they would load is not requested.
 */
export const useMay = (capability: Capability): boolean => may(useContext(PanelRoleContext), capability);

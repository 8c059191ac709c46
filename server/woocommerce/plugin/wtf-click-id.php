<?php
/**
 * Plugin Name: WTF click ID
 * Description: Keeps the click ID of shoppers who come from WTF for 30 days and saves it with their orders.
 * Version: 1.0.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * Author: WTF
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/old-licenses/gpl-2.0.html
 *
 * This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public
 * License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later
 * version. It is distributed without any warranty.
 */

defined( 'ABSPATH' ) || exit;

const WTF_CLICK_NAME = 'wtf_cid';
const WTF_CLICK_DAYS = 30;
const WTF_CLICK_FORM = '/^wc_[0-9A-Z]{26}$/';
const WTF_CLICK_SITE = 'https://wtf.invalid';

/** Returns a click ID from a request's parameters or cookies, or ''. */
function wtf_click_in( array $given ): string {
	$id = isset( $given[ WTF_CLICK_NAME ] ) ? wp_unslash( $given[ WTF_CLICK_NAME ] ) : '';
	return is_string( $id ) && preg_match( WTF_CLICK_FORM, $id ) ? $id : '';
}

// Keeps the ID of a new click. Some browsers delete cookies of scripts after a week, so the server sets it as well.
add_action(
	'init',
	function () {
		$id = wtf_click_in( $_GET );
		if ( '' === $id || headers_sent() ) {
			return;
		}
		setcookie(
			WTF_CLICK_NAME,
			$id,
			array(
				'expires'  => time() + WTF_CLICK_DAYS * DAY_IN_SECONDS,
				'path'     => '/',
				'secure'   => is_ssl(),
				'samesite' => 'Lax',
			)
		);
	}
);

// Page caches answer without the server, so a script keeps the ID too. It also reports visits and carts to WTF.
add_action(
	'wp_head',
	function () {
		?>
<script id="wtf-click-id">
(function () {
	var name = '<?php echo esc_js( WTF_CLICK_NAME ); ?>', site = '<?php echo esc_js( WTF_CLICK_SITE ); ?>'
	var form = /^wc_[0-9A-Z]{26}$/
	var given = new URLSearchParams(location.search).get(name) || ''
	var isNew = form.test(given)
	if (isNew)
		document.cookie = name + '=' + given + '; path=/; max-age=<?php echo (int) ( WTF_CLICK_DAYS * DAY_IN_SECONDS ); ?>; samesite=lax' + (location.protocol === 'https:' ? '; secure' : '')
	var kept = (document.cookie.split('; ').find(function (each) { return each.indexOf(name + '=') === 0 }) || '').slice(name.length + 1)
	if (!form.test(kept)) return
	var tell = function (kind) {
		fetch(site + '/api/v1/signals/' + kind + '?wtf_cid=' + kept, { keepalive: true }).catch(function () {})
	}
	if (isNew) tell('landed')
	document.addEventListener('submit', function (event) {
		if (event.target.matches && event.target.matches('form.cart')) tell('cart')
	})
	document.addEventListener('click', function (event) {
		if (event.target.closest && event.target.closest('.add_to_cart_button')) tell('cart')
	})
})()
</script>
		<?php
	}
);

/** Saves the kept click ID with an order. */
function wtf_click_save( $order ): void {
	$id = wtf_click_in( $_COOKIE );
	if ( '' === $id || ! $order instanceof WC_Order ) {
		return;
	}
	$order->update_meta_data( WTF_CLICK_NAME, $id );
	// The block checkout has already stored the order. The classic checkout stores it afterwards.
	if ( $order->get_id() ) {
		$order->save_meta_data();
	}
}
add_action( 'woocommerce_checkout_create_order', 'wtf_click_save' );
add_action( 'woocommerce_store_api_checkout_update_order_meta', 'wtf_click_save' );

// Orders may be in tables of their own, and the checkout may be made of blocks.
add_action(
	'before_woocommerce_init',
	function () {
		if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', __FILE__, true );
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', __FILE__, true );
		}
	}
);
